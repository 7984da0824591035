export { prometheusRoutes } from './prometheus-routes.ts';
