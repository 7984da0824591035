/** Policies that are refused, and the fields that are named. */

/** A violation that is right. */
export const hot = {
  description: 'Too hot',
  severity: 360,
  conditions: [{ sensorMetricId: 'environment_temperature', operator: 'GREATER_THAN', threshold: 30 }],
};

const condition = hot.conditions[0];
const schedule = { daysOfWeek: [1], beginHour: 9, beginMinute: 0, endHour: 17, endMinute: 0 };

/** Each with its name and the fields that are refused. */
export const WRONG_DEFINITIONS: readonly [string, object, readonly string[]][] = [
  [
    'a threshold of NaN',
    { violations: [{ ...hot, conditions: [{ ...condition, threshold: Number.NaN }] }] },
    ['definition.violations.0.conditions.0.threshold'],
  ],
  [
    'a threshold that is text',
    { violations: [{ ...hot, conditions: [{ ...condition, threshold: 'NaN' }] }] },
    ['definition.violations.0.conditions.0.threshold'],
  ],
  [
    'an unknown operator',
    { violations: [{ ...hot, conditions: [{ ...condition, operator: 'ABOUT' }] }] },
    ['definition.violations.0.conditions.0.operator'],
  ],
  [
    'minutes of -1',
    { violations: [{ ...hot, conditions: [{ ...condition, calc: { grab: 'MEAN', minutes: -1 } }] }] },
    ['definition.violations.0.conditions.0.calc.minutes'],
  ],
  [
    'two violations with one description',
    { violations: [hot, { ...hot, severity: 1 }] },
    ['definition.violations.1.description'],
  ],
  [
    'two conditions on one sensor',
    { violations: [{ ...hot, conditions: [condition, condition] }] },
    ['definition.violations.0.conditions.1.sensorMetricId'],
  ],
  [
    'a metric there is not',
    { violations: [{ ...hot, conditions: [{ ...condition, sensorMetricId: 'environment_smell' }] }] },
    ['definition.violations.0.conditions.0.sensorMetricId'],
  ],
  [
    'a zone there is not',
    {
      violations: [
        {
          ...hot,
          conditions: [
            {
              ...condition,
              sensorMetricId: 'thermal_temperature',
              column: 'max',
              zoneId: '01890000-0000-7000-8000-000000000000',
            },
          ],
        },
      ],
    },
    ['definition.violations.0.conditions.0.zoneId'],
  ],
  ['no condition', { violations: [{ ...hot, conditions: [] }] }, ['definition.violations.0.conditions']],
];

/** Each with its name and the field that is refused. */
export const WRONG_SCHEDULES: readonly [string, object, string][] = [
  ['day 8', { ...schedule, daysOfWeek: [1, 8] }, 'doNotDisturb.daysOfWeek.1'],
  ['an end equal to its begin', { ...schedule, endHour: 9 }, 'doNotDisturb.endHour'],
  ['a day named twice', { ...schedule, daysOfWeek: [1, 1] }, 'doNotDisturb.daysOfWeek'],
  ['hour 24', { ...schedule, endHour: 24 }, 'doNotDisturb.endHour'],
];
