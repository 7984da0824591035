/** The controls of the first pages are drawn by the style sheets of Mantine: their elements are those of its components. */
import * as mantine from '@mantine/core';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { theme } from '../theme.ts';
import { Button, ButtonGroup, LinkButton } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { CloseButton } from './close-button.tsx';
import { NativeSelect } from './native-select.tsx';
import { PasswordInput } from './password-input.tsx';
import { TextInput } from './text-input.tsx';

/** The words of an attribute, each once, without the ids that React makes. */
const wordsOf = (value: string): string =>
  [...new Set(value.replaceAll(/(?:mantine-)?_R_\w*_/gu, 'id').split(' '))].filter((word) => word !== '').join(' ');

/** Every element with its attributes in the order of their names, without what is in a picture and what moves a part into its place. */
function elementsOf(element: ReactElement): string[] {
  const html = renderToStaticMarkup(
    <mantine.MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false}>
      <MemoryRouter>{element}</MemoryRouter>
    </mantine.MantineProvider>,
  );
  const parts = html
    .replaceAll(/<svg([^>]*)>.*?<\/svg>/gsu, '<svg$1>')
    .replaceAll(/(?:transition-[\w-]+|-webkit-backface-visibility):[^;"]*;/gu, '')
    .matchAll(/<(\/?\w+)([^>]*)>|[^<]+/gu);
  return [...parts].map(([text, tag, attributes = '']) => {
    if (tag === undefined) return text;
    const named = [...attributes.matchAll(/([\w-]+)="([^"]*)"/gu)]
      .filter(([, name = '']) => tag !== 'svg' || !/^(?:xmlns|fill|stroke\w*|stroke-.*|aria-hidden)$/u.test(name))
      .map(([, name = '', value = '']) => `${name}="${wordsOf(value)}"`);
    return [tag, ...named.sort()].join(' ');
  });
}

const onChange = (): void => {};
const Buttons = mantine.Button;

/** A control, and the component of Mantine with its name. */
const PAIRS: Readonly<Record<string, readonly [ReactElement, ReactElement]>> = {
  'a button': [<Button key="a">Save</Button>, <Buttons key="b">Save</Buttons>],
  'a second button': [
    <Button key="a" variant="default" aria-pressed>
      Save
    </Button>,
    <Buttons key="b" variant="default" aria-pressed>
      Save
    </Buttons>,
  ],
  'a small button': [
    <Button key="a" variant="default" size="xs">
      Save
    </Button>,
    <Buttons key="b" variant="default" size="xs">
      Save
    </Buttons>,
  ],
  'a wide button': [
    <Button key="a" type="submit" size="md" fullWidth>
      Save
    </Button>,
    <Buttons key="b" type="submit" size="md" fullWidth>
      Save
    </Buttons>,
  ],
  'a disabled button': [
    <Button key="a" disabled>
      Save
    </Button>,
    <Buttons key="b" disabled>
      Save
    </Buttons>,
  ],
  'a button that works': [
    <Button key="a" loading>
      Save
    </Button>,
    <Buttons key="b" loading>
      Save
    </Buttons>,
  ],
  'a quiet button': [
    <Button key="a" variant="subtle" className="wide-button" rightSection="v">
      Ada
    </Button>,
    <Buttons key="b" variant="subtle" color="gray" className="wide-button" rightSection="v">
      Ada
    </Buttons>,
  ],
  'a link': [
    <LinkButton key="a" to="/alerts" variant="default">
      Alerts
    </LinkButton>,
    <Buttons key="b" component="a" href="/alerts" data-discover="true" variant="default">
      Alerts
    </Buttons>,
  ],
  'a group': [
    <ButtonGroup key="a" aria-label="Views" className="view-choice" />,
    <Buttons.Group key="b" aria-label="Views" className="view-choice" />,
  ],
  'a text field': [
    <TextInput key="a" label="E-mail" required value="v" onChange={onChange} />,
    <mantine.TextInput key="b" label="E-mail" required value="v" onChange={onChange} />,
  ],
  'a text field with an error': [
    <TextInput key="a" label="Code" description="Six digits" error="Wrong" value="v" onChange={onChange} />,
    <mantine.TextInput key="b" label="Code" description="Six digits" error="Wrong" value="v" onChange={onChange} />,
  ],
  'a small text field': [
    <TextInput key="a" size="xs" label="Topic" description="Any" value="v" onChange={onChange} />,
    <mantine.TextInput key="b" size="xs" label="Topic" description="Any" value="v" onChange={onChange} />,
  ],
  'a search field': [
    <TextInput key="a" type="search" className="find-field" aria-label="Find" value="v" onChange={onChange} />,
    <mantine.TextInput key="b" type="search" className="find-field" aria-label="Find" value="v" onChange={onChange} />,
  ],
  'a password': [
    <PasswordInput
      key="a"
      label="Password"
      description="Caps"
      required
      value="v"
      onChange={onChange}
      toggleLabel="Show"
    />,
    <mantine.PasswordInput
      key="b"
      label="Password"
      description="Caps"
      required
      value="v"
      onChange={onChange}
      visibilityToggleButtonProps={{ 'aria-label': 'Show' }}
    />,
  ],
  'a checkbox': [
    <Checkbox key="a" label="Stay" checked onChange={onChange} />,
    <mantine.Checkbox key="b" label="Stay" checked onChange={onChange} />,
  ],
  'a list': [
    <NativeSelect key="a" aria-label="Order" data={[{ value: 'a', label: 'A' }]} value="a" onChange={onChange} />,
    <mantine.NativeSelect
      key="b"
      aria-label="Order"
      data={[{ value: 'a', label: 'A' }]}
      value="a"
      onChange={onChange}
    />,
  ],
  'a cross': [
    <CloseButton key="a" aria-label="Close" onClick={onChange} />,
    <mantine.CloseButton key="b" aria-label="Close" onClick={onChange} />,
  ],
};

test.each(Object.entries(PAIRS))('%s has the elements and classes of Mantine', (_, [control, component]) => {
  expect(elementsOf(control)).toEqual(elementsOf(component));
});
