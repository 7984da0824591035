/** A text that is typed into a field and is part of the address. The address follows a moment later, and changes by links as well. */
import { useLayoutEffect, useRef, useState } from 'react';

export interface AddressText {
  readonly text: string;
  /** What the address had last. */
  readonly seen: string;
  /** What was typed since, oldest first: the address may still come to have it. */
  readonly sent: readonly string[];
}

export const addressText = (address: string): AddressText => ({ text: address, seen: address, sent: [] });

/** `address`: as the address will have what was typed. */
export const withTyped = ({ seen, sent }: AddressText, text: string, address: string): AddressText => ({
  text,
  seen,
  sent: address === (sent.at(-1) ?? seen) ? sent : [...sent, address],
});

/** What was typed stays while the address follows it; an address that nobody typed here is taken over. */
export function withAddress(current: AddressText, address: string): AddressText {
  if (address === current.seen) return current;
  const place = current.sent.indexOf(address);
  return place === -1
    ? addressText(address)
    : { text: current.text, seen: address, sent: current.sent.slice(place + 1) };
}

/**
 * Returns the text of the field, and what to call with each text that is typed. `toAddress`: as the address has it.
 *
 * What the address has is read once it is on the screen, not while it is rendered: a rendering that is given up, because more was typed
 * meanwhile, has seen an address that the next one has not.
 */
export function useAddressText(
  address: string,
  toAddress: (text: string) => string,
): readonly [text: string, type: (text: string) => void] {
  const known = useRef(addressText(address));
  const [text, setText] = useState(address);
  useLayoutEffect(() => {
    known.current = withAddress(known.current, address);
    setText(known.current.text);
  }, [address]);
  const type = (typed: string): void => {
    known.current = withTyped(known.current, typed, toAddress(typed));
    setText(typed);
  };
  return [text, type];
}
