/** What other features use of policies: zones have rules and are backtested, alerts show what an edit changed. */
export { type FieldMessage, ViolationEditor } from './editor/violation-editor.tsx';
export { defaultCondition, definitionBody, doNotDisturbBody } from './policy-content.ts';
export { BacktestChart } from './simulation/backtest-chart.tsx';
export { summarizeBacktest, toChartAlert } from './simulation/backtest-summary.ts';
export { ChangeList } from './versions/change-list.tsx';
export { refreshPolicies } from './versions/recent-policy-edits.tsx';
