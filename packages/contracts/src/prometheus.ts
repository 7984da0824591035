/** The query API of Prometheus, as far as Picket answers it: requests, responses and errors have the form that its clients expect. */
import { z } from 'zod';
import { ERRORS, type ErrorCode } from './errors.ts';
import { MultilineText, Text } from './request-texts.ts';

/** UTF-16 units of an expression or a selector. */
const MAX_EXPRESSION_LENGTH = 8192;
const MAX_SELECTORS = 20;

const PromqlText = MultilineText(MAX_EXPRESSION_LENGTH).meta({
  description: 'PromQL, at most 8,192 characters.',
  examples: ['avg by (location) (picket_environment_temperature_celsius)'],
});

const Timestamp = Text(40).meta({ description: 'Seconds since 1970, or RFC 3339.', examples: ['1772445600'] });
const Duration = Text(40).meta({ description: 'Seconds, or a duration such as `5m`.', examples: ['60'] });
const Limit = z.coerce
  .number()
  .int()
  .min(-1)
  .max(1_000_000)
  .meta({ description: 'The most entries to return; below 1 or absent: no limit.' });

/** Parameters that are not known are ignored, as Prometheus ignores them. */
export const InstantPromqlQuery = z.object({
  query: PromqlText,
  time: Timestamp.optional(),
  timeout: Duration.optional(),
  limit: Limit.optional(),
});

export const RangePromqlQuery = z.object({
  query: PromqlText,
  start: Timestamp,
  end: Timestamp,
  step: Duration,
  timeout: Duration.optional(),
  limit: Limit.optional(),
});

const Selectors = z
  .union([PromqlText, z.array(PromqlText).max(MAX_SELECTORS, `at most ${MAX_SELECTORS} selectors`)])
  .transform((given) => (typeof given === 'string' ? [given] : given))
  .meta({ description: 'Selectors, one of which a series has to match.' });

const SELECTION = { start: Timestamp.optional(), end: Timestamp.optional(), limit: Limit.optional() };

/** `start` and `end` are checked and change nothing: series are listed whether or not they have readings then. */
export const SeriesSelectionQuery = z.object({ ...SELECTION, 'match[]': Selectors.optional() });

export const RequiredSeriesSelectionQuery = z.object({ ...SELECTION, 'match[]': Selectors });

export const LabelParams = z.strictObject({
  name: z
    .string()
    .max(64)
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/u, 'is not the name of a label')
    .meta({ description: 'The name of the label.', examples: ['location'] }),
});

export const MetricMetadataQuery = z.object({
  limit: Limit.optional(),
  metric: Text(128).optional().meta({ description: 'The only metric to return.' }),
});

const success = <Data extends z.ZodType>(data: Data) => z.object({ status: z.literal('success'), data });

const Labels = z.record(z.string(), z.string()).meta({ description: 'The labels, `__name__` among them.' });
const Point = z
  .tuple([z.number(), z.string()])
  .meta({ description: 'Seconds since 1970, and the value: a number as text, `NaN`, `+Inf` or `-Inf`.' });

export const PromqlResult = success(
  z.object({
    resultType: z.enum(['matrix', 'vector', 'scalar']),
    result: z
      .union([Point, z.array(z.object({ metric: Labels, value: Point.optional(), values: z.array(Point).optional() }))])
      .meta({
        description: 'Of a vector the `value` of each series, of a matrix its `values`; of a scalar the point.',
      }),
  }),
);

export const LabelList = success(z.array(z.string()));

export const SeriesList = success(z.array(Labels));

export const MetricMetadataList = success(
  z.record(z.string(), z.array(z.object({ type: z.literal('gauge'), help: z.string(), unit: z.string() }))),
);

export const PrometheusBuildInfo = success(
  z.object({
    version: z.string().meta({ description: 'The version of Prometheus whose query API this follows.' }),
    revision: z.string(),
    branch: z.string(),
    buildUser: z.string(),
    buildDate: z.string(),
    goVersion: z.string(),
  }),
);

export const PrometheusError = z.object({
  status: z.literal('error'),
  errorType: z
    .enum(['bad_data', 'execution', 'timeout', 'not_found', 'internal'])
    .meta({ description: 'What kind of error it is, as Prometheus names them.' }),
  error: z.string().meta({ description: 'What is wrong, in English.' }),
});
export type PrometheusError = z.infer<typeof PrometheusError>;

const ERROR_TYPES: Readonly<Record<number, PrometheusError['errorType']>> = {
  404: 'not_found',
  422: 'execution',
  500: 'internal',
  503: 'timeout',
};

/** An error in the form of Prometheus; its status stays. */
export const toPrometheusError = (code: ErrorCode, error: string): PrometheusError => ({
  status: 'error',
  errorType: ERROR_TYPES[ERRORS[code].status] ?? 'bad_data',
  error,
});
