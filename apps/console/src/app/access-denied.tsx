import { Problem } from '../ui/problem.tsx';
import { useTitle } from '../ui/use-title.ts';

/** Shown instead of a page that the user has no permission for. */
export function AccessDenied() {
  useTitle('Access denied');
  return (
    <Problem
      title="Access denied"
      text="Your role does not allow this: permission not satisfied. Ask an administrator of your organization for access."
      isPage
      home="/locations"
    />
  );
}
