// Measures what sticks to the top of a transcript, which hides what is under it.
import { useEffect, useState } from 'preact/hooks';

/** The height of what sticks to the top: bar, head and tabs, or on narrow screens bar and rail. */
export function useAbove(): number {
  const [above, setAbove] = useState(160);
  useEffect(() => {
    const measure = () => {
      const head = document.querySelector<HTMLElement>('.head');
      const bar = document.querySelector<HTMLElement>('.bar')?.offsetHeight ?? 0;
      const rail = document.querySelector<HTMLElement>('.rail-h')?.offsetHeight ?? 0;
      const sticks = head !== null && getComputedStyle(head).position === 'sticky';
      const height = bar + (sticks ? head.offsetHeight : 0) + rail;
      document.documentElement.style.setProperty('--above', `${height}px`);
      setAbove(height);
    };
    measure();
    globalThis.addEventListener('resize', measure);
    return () => globalThis.removeEventListener('resize', measure);
  }, []);
  return above;
}
