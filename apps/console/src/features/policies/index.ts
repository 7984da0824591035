/** What other features use of policies: zones have rules and are backtested, alerts show what an edit changed. */
export { messagesOfViolation, ViolationEditor } from './editor/violation-editor.tsx';
export { contentBody, defaultCondition, definitionBody, namedContentOf } from './policy-content.ts';
export { violationText } from './policy-text.ts';
export { refreshPolicies } from './refresh-policies.ts';
export { BacktestChart } from './simulation/backtest-chart.tsx';
export { summarizeBacktest, toChartAlert } from './simulation/backtest-summary.ts';
export { ChangeList } from './versions/change-list.tsx';
