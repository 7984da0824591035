/** The toasts themselves, in a file of their own. */
import { Notifications } from '@mantine/notifications';

export const LoadedToasts = () => <Notifications position="bottom-right" />;
