import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { TextAreaField, TextField } from './field.tsx';

afterEach(cleanup);

describe.each([
  ['a line', TextField],
  ['a text', TextAreaField],
])('%s', (_, Field) => {
  function Form(props: { first: string; isRequired?: boolean; requiredText?: string }) {
    const { first, ...rest } = props;
    const [value, setValue] = useState(first);
    return <Field label="Name" maxLength={10} value={value} onChange={setValue} {...rest} />;
  }
  const box = () => screen.getByRole('textbox', { name: 'Name' });
  const type = (value: string) => fireEvent.change(box(), { target: { value } });
  const errorText = () =>
    box().getAttribute('aria-invalid') === 'true'
      ? document.getElementById(box().getAttribute('aria-describedby') ?? '')?.textContent
      : undefined;

  it('that is required and was never filled has no error', () => {
    render(<Form first="" isRequired />);
    expect(errorText()).toBeUndefined();
  });

  it('that is required and is cleared shows that at once, and no longer when it is filled', () => {
    render(<Form first="" isRequired />);
    type('a');
    type('');
    expect(errorText()).toBe('Field is required');
    type('b');
    expect(errorText()).toBeUndefined();
    type('  ');
    expect(errorText()).toBe('Field is required');
  });

  it('that came with a text and is cleared shows the text of its form', () => {
    render(<Form first="North" isRequired requiredText="A name is needed" />);
    type('');
    expect(errorText()).toBe('A name is needed');
  });

  it('that may be empty is cleared without an error', () => {
    render(<Form first="North" />);
    type('');
    expect(errorText()).toBeUndefined();
  });
});
