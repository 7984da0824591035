/** A device that publishes to a topic each second, and lets the broker keep nothing. */
import { connectAsync } from 'mqtt';
import { onTestFinished } from 'vitest';

/** Until the end of the test. */
export async function startPublishing(url: string, topic: string, message: object): Promise<void> {
  const device = await connectAsync(url);
  const timer = setInterval(() => device.publish(topic, JSON.stringify(message)), 1000);
  onTestFinished(async () => {
    clearInterval(timer);
    await device.endAsync(true);
  });
}
