// Which items of a long list are near the screen and where they stand, while the page scrolls and items turn out higher or
// lower than thought.
import { Heights } from '../data/heights.ts';

type ItemKey = string | number;

interface ListedItem {
  readonly key: ItemKey;
  readonly index: number;
  /** From the beginning of the list. */
  readonly start: number;
  readonly end: number;
}

export interface WindowListOptions {
  readonly count: number;
  readonly estimate: (index: number) => number;
  /** The same function for as long as the items are the same: with another one all of them are placed anew. */
  readonly keyOf: (index: number) => ItemKey;
  /** The element that the list stands in: where it begins on the page. */
  readonly box: { readonly current: HTMLElement | null };
  /** Height of what sticks to the top and hides the list under it. */
  readonly above: number;
  /** Items beyond the screen, on either side, that are drawn too. */
  readonly overscan?: number;
}

type Align = 'start' | 'center' | 'end' | 'auto';

const OVERSCAN = 8;
const SETTLE_FRAMES = 12;
const JUMP_MS = 150;

export class WindowList {
  readonly #redraw: () => void;
  readonly #known = new Map<ItemKey, number>();
  /** The elements of items that are drawn, and those of them that were drawn since they were measured last. */
  readonly #nodes = new Set<HTMLElement>();
  readonly #fresh = new Set<HTMLElement>();
  #options: WindowListOptions;
  #heights: Heights;
  #observer: ResizeObserver | undefined;
  /** Where the list begins on the page. */
  #margin = 0;
  #scrolled = globalThis.scrollY ?? 0;
  #drawn: readonly [first: number, last: number] = [0, 0];
  #jumped = 0;
  #resized = 0;
  #goal = 0;

  constructor(options: WindowListOptions, redraw: () => void) {
    this.#options = options;
    this.#redraw = redraw;
    this.#heights = this.#place();
  }

  set options(options: WindowListOptions) {
    const { count, keyOf } = this.#options;
    this.#options = options;
    if (options.count !== count || options.keyOf !== keyOf) this.#heights = this.#place();
  }

  /** How far the page is scrolled into the list. */
  get top(): number {
    return this.#scrolled - this.#margin;
  }

  get height(): number {
    return this.#heights.total;
  }

  /** The items near the screen. */
  items(): ListedItem[] {
    const { count, keyOf } = this.#options;
    if (count === 0) return [];
    const [first, last] = this.#inSight();
    const overscan = this.#overscan(first, last);
    this.#drawn = [first, last];
    const items: ListedItem[] = [];
    const to = Math.min(count - 1, last + overscan);
    let index = Math.max(0, first - overscan);
    let start = this.#heights.startOf(index);
    for (; index <= to; index++) {
      const end = start + this.#heights.sizeOf(index);
      items.push({ key: keyOf(index), index, start, end });
      start = end;
    }
    return items;
  }

  /** The height that an item was given or measured to have; undefined while it is only estimated. */
  knownSize(index: number): number | undefined {
    return this.#known.get(this.#options.keyOf(index));
  }

  /** What is known of heights is forgotten; what is drawn is measured again. */
  forget(): void {
    this.#known.clear();
    for (const node of this.#nodes) this.#fresh.add(node);
    this.#heights = this.#place();
    this.#redraw();
  }

  /** What lies above the text that is read may turn out higher or lower than thought: the text does not move for it. */
  resize(sizes: Iterable<readonly [index: number, size: number]>): void {
    const { keyOf, box, above } = this.#options;
    const read = globalThis.scrollY - this.#margin + above;
    let [changed, moved] = [false, 0];
    // Judged by where items stood before any of them changed.
    const changes = [...sizes].map(([index, size]) => {
      const more = size - this.#heights.sizeOf(index);
      const isAbove = more !== 0 && this.#heights.startOf(index + 1) <= read;
      return { index, size, more, isAbove };
    });
    for (const { index, size, more, isAbove } of changes) {
      this.#known.set(keyOf(index), size);
      if (more === 0) continue;
      changed = true;
      if (isAbove) moved += more;
      this.#heights.resize(index, size);
    }
    if (!changed) return;
    // The page must be as high as it will be, or it could not be scrolled that far.
    if (box.current) box.current.style.height = `${this.height}px`;
    if (moved !== 0) this.#scrollTo(globalThis.scrollY + moved);
    this.#redraw();
  }

  /** For `ref`: the element of an item, which says with `data-index` of which. */
  readonly measureElement = (node: HTMLElement | null): void => {
    if (!node || this.#nodes.has(node)) return;
    this.#nodes.add(node);
    this.#fresh.add(node);
  };

  /** After each drawing: the heights of what is new in it, before anyone sees it. */
  measureDrawn(): void {
    // To ask where the list begins has the browser lay out the page: only where it does so anyway, or nothing is measured.
    if (this.#fresh.size === 0 && this.#nodes.size > 0) return;
    const { box } = this.#options;
    const top = box.current?.getBoundingClientRect().top;
    const margin = top === undefined ? 0 : Math.round(top + globalThis.scrollY);
    if (margin !== this.#margin) {
      this.#margin = margin;
      this.#redraw();
    }
    for (const node of this.#nodes) {
      if (node.isConnected) continue;
      this.#nodes.delete(node);
      this.#observer?.unobserve(node);
    }
    for (const node of this.#fresh) this.#observer?.observe(node, { box: 'border-box' });
    const fresh = [...this.#fresh];
    this.#fresh.clear();
    this.#measure(fresh);
  }

  /** Where the page must be scrolled to for an item to be seen; undefined where there is no such item. */
  offsetOf(index: number, align: Align): number | undefined {
    const { count, above } = this.#options;
    if (index < 0 || index >= count) return undefined;
    const start = this.#margin + this.#heights.startOf(index) - above;
    const end = start + this.#heights.sizeOf(index);
    const room = globalThis.innerHeight - above;
    const now = globalThis.scrollY;
    if (align === 'start' || (align === 'auto' && start < now)) return start;
    if (align === 'end' || (align === 'auto' && end > now + room)) return end - room;
    return align === 'auto' ? now : start - (room - (end - start)) / 2;
  }

  /** Goes there, and again where heights turn out otherwise on the way. */
  scrollToIndex(index: number, align: Align): void {
    this.#goal++;
    const mine = this.#goal;
    const key = this.#options.keyOf(index);
    let frames = 0;
    const go = () => {
      if (mine !== this.#goal || this.#options.keyOf(index) !== key) return;
      const offset = this.offsetOf(index, align);
      if (offset === undefined) return;
      if (Math.abs(offset - globalThis.scrollY) >= 1) this.#scrollTo(offset);
      frames++;
      if (frames < SETTLE_FRAMES) requestAnimationFrame(go);
    };
    go();
  }

  /** Listens to the page; returns how to stop. */
  watch(): () => void {
    const look = () => {
      this.#scrolled = globalThis.scrollY;
      const [first, last] = this.#inSight();
      if (first !== this.#drawn[0] || last !== this.#drawn[1]) this.#redraw();
    };
    const letGo = () => this.#goal++;
    this.#observer = new ResizeObserver(() => {
      // It tells while the browser lays out: drawing at once would loop, so the next frame has to do.
      cancelAnimationFrame(this.#resized);
      this.#resized = requestAnimationFrame(() => this.#measure(this.#nodes));
    });
    globalThis.addEventListener('scroll', look, { passive: true });
    globalThis.addEventListener('resize', look);
    for (const event of HANDS) globalThis.addEventListener(event, letGo, { passive: true });
    return () => {
      globalThis.removeEventListener('scroll', look);
      globalThis.removeEventListener('resize', look);
      for (const event of HANDS) globalThis.removeEventListener(event, letGo);
      cancelAnimationFrame(this.#resized);
      clearTimeout(this.#jumped);
      this.#observer?.disconnect();
      this.#goal++;
    };
  }

  #measure(nodes: Iterable<HTMLElement>): void {
    const sizes: [number, number][] = [];
    for (const node of nodes) {
      const index = Number(node.dataset.index);
      if (node.isConnected && index < this.#options.count) sizes.push([index, node.offsetHeight]);
    }
    this.resize(sizes);
  }

  #place(): Heights {
    const { count, keyOf, estimate } = this.#options;
    return new Heights(count, (index) => this.#known.get(keyOf(index)) ?? estimate(index));
  }

  #inSight(): [number, number] {
    const first = this.#heights.indexAt(this.top);
    return [first, Math.max(first, this.#heights.indexAt(this.top + globalThis.innerHeight))];
  }

  // After a jump, what is in sight is drawn first and alone.
  #overscan(first: number, last: number): number {
    if (first > this.#drawn[1] || last < this.#drawn[0]) {
      clearTimeout(this.#jumped);
      this.#jumped = Number(
        setTimeout(() => {
          this.#jumped = 0;
          this.#redraw();
        }, JUMP_MS),
      );
    }
    return this.#jumped === 0 ? (this.#options.overscan ?? OVERSCAN) : 0;
  }

  #scrollTo(offset: number): void {
    globalThis.scrollTo(0, offset);
    this.#scrolled = globalThis.scrollY;
  }
}

const HANDS: readonly string[] = ['wheel', 'touchstart', 'keydown'];
