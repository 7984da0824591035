/** What is wrong with an expression, or with evaluating it, in the words of Prometheus' API. */
export class PromqlError extends Error {
  /** `bad_data`: the expression is wrong. `execution`: it is right, and cannot be evaluated here. */
  readonly errorType: 'bad_data' | 'execution';

  constructor(errorType: PromqlError['errorType'], message: string) {
    super(message);
    this.name = 'PromqlError';
    this.errorType = errorType;
  }
}

export const badExpression = (message: string): PromqlError => new PromqlError('bad_data', message);

export const cannotEvaluate = (message: string): PromqlError => new PromqlError('execution', message);

/** PromQL that Prometheus knows and this evaluator does not. */
export const notSupported = (what: string): PromqlError => cannotEvaluate(`${what} is not supported`);
