import { PlainLink } from '#shell/navigation/plain-link.tsx';
import { useRowTabIndex } from '#ui/list/endless-table.tsx';

/** A name in a row, linked if the named resource still exists. */
export function RowLink({ path, text }: { path: string | undefined; text: string }) {
  const tabIndex = useRowTabIndex();
  return path === undefined ? (
    <bdi>{text}</bdi>
  ) : (
    <PlainLink path={path} tabIndex={tabIndex}>
      <bdi>{text}</bdi>
    </PlainLink>
  );
}
