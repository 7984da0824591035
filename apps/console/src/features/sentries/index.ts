export { SimulateButton } from './simulate-button.tsx';
export { SimulatedBadge } from './simulated-badge.tsx';
