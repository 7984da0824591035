export { createMachineProbes, type Probes } from './probes.ts';
export { createFailedMessageReporter } from './report-failed-message.ts';
export { createSelfMonitor, type SelfMonitor } from './self-monitor.ts';
