/** Whether this is `npm run test:deep`, which also runs what is beside the main path, and far more random cases. */
export const IS_DEEP = Boolean(process.env.PICKET_DEEP);
