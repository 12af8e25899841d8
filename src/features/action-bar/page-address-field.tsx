/** A field for the address of a web page. */
import { TextField } from '#ui/field/field.tsx';
import { pageAddressWords as m } from './messages.ts';
import { MAX_PAGE_ADDRESS } from './page-address.ts';

export function PageAddressField(props: {
  value: string;
  error: string | undefined;
  onChange: (typed: string) => void;
}) {
  return (
    <TextField
      {...props}
      label={m.label}
      hint={m.hint}
      maxLength={MAX_PAGE_ADDRESS}
      inputMode="url"
      isRequired
    />
  );
}
