import { Problem } from '../ui/problem.tsx';
import { useTitle } from '../ui/use-title.ts';

/** A page that is there, for others. */
export function AccessDenied() {
  useTitle('Access denied');
  return (
    <Problem
      title="Access denied"
      text="It needs a role you do not have here: permission not satisfied. An administrator of your organisation can give it to you."
      isPage
      home="/locations"
    />
  );
}
