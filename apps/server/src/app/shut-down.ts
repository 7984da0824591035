/** Ends a server that is asked to stop. What is not done within the grace period of main.ts is cut off. */
interface ServingParts {
  readonly app: { close(): PromiseLike<unknown> };
  /** null: not started yet. */
  readonly jobs: { stop(): Promise<void> } | null;
  readonly pipeline: {
    readonly ingestQueue: { drain(): Promise<void> };
    readonly fanOut: { close(): Promise<void> };
  };
  readonly pubSub: { close(): Promise<void> };
  readonly db: { close(): Promise<void> };
}

/** Jobs end beside the requests in progress: behind a long response, a message that was sent would not be noted as sent. */
export async function shutDown({ app, jobs, pipeline, pubSub, db }: ServingParts): Promise<void> {
  await Promise.all([app.close(), jobs?.stop()]);
  await pipeline.ingestQueue.drain();
  await pipeline.fanOut.close();
  await pubSub.close();
  await db.close();
}
