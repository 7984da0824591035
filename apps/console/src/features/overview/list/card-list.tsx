/** All locations as cards; of many, those near the window are rendered. */
import { MAX_SHORT_LIST } from '@picket/domain/location-lists';
import { useRef } from 'react';
import { loadable, useLoaded } from '../../../lib/loadable.tsx';
import { pageParsed } from '../../../lib/page-parsed.ts';
import { peekPreloaded } from '../../../lib/preloaded-responses.ts';
import { type CardListProps, Cards, FIRST_CARDS } from './cards.tsx';
import styles from './location-list.module.css';
import { useListPosition } from './use-list-position.ts';

// Few installations have so many.
const LongCardList = loadable<CardListProps>(() => import('./long-card-list.tsx'));

/** Loads what draws the list that came with the page. */
export async function loadBroughtList(): Promise<void> {
  await pageParsed();
  const count = peekPreloaded('GET /views/locations', {})?.items.length ?? 0;
  // Where it cannot be loaded, the list says so.
  if (count > MAX_SHORT_LIST) await LongCardList.load().catch(() => {});
}

export const CardList = (props: CardListProps) =>
  props.items.length > MAX_SHORT_LIST ? <LongList {...props} /> : <ShortList {...props} />;

/** Until its code is there, and where the server draws the screen, which knows no window, its first cards. */
const LongList = (props: CardListProps) =>
  useLoaded(LongCardList) && !import.meta.env.SSR ? (
    <LongCardList {...props} />
  ) : (
    <ul className={styles.grid}>
      <Cards {...props} items={props.items.slice(0, FIRST_CARDS)} total={props.items.length} first={0} />
    </ul>
  );

const NO_ROWS = () => [];

function ShortList(props: CardListProps) {
  const list = useRef<HTMLUListElement>(null);
  useListPosition(list, NO_ROWS);
  return (
    <ul className={styles.grid} ref={list}>
      <Cards {...props} total={props.items.length} first={0} />
    </ul>
  );
}
