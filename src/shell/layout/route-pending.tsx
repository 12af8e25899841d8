import { Spinner } from '#ui/spinner.tsx';
import { m } from '../messages.ts';

export const RoutePending = () => <Spinner label={m.loading} />;
