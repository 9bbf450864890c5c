import { useEffect } from 'react';

/** An element on the way from what has the focus to the page, with its neighbours at that time. */
interface Place {
  element: Element;
  next: Element | null;
  previous: Element | null;
}

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]';

/**
 * Keeps the focus where somebody works when what has it goes away, such as the button of a deleted row or a field that was
 * closed: its neighbour gets it, or the page if there is another one now. Otherwise the keyboard would start again at the
 * top, and screen readers would say nothing.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let places: Place[] = [];
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest('main')) places = placesOf(target);
    };
    // Who clicks beside everything wants the focus nowhere.
    const forget = () => {
      places = [];
    };
    const isLost = () =>
      document.activeElement === document.body && places[0] !== undefined && !places[0].element.isConnected;
    const restoreFocus = () => {
      if (isLost()) successor(places)?.focus();
    };
    // A dialog returns the focus in the next frame, if there is still something to return it to.
    const observer = new MutationObserver(() => {
      if (isLost()) requestAnimationFrame(() => requestAnimationFrame(restoreFocus));
    });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', forget, true);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', forget, true);
      observer.disconnect();
    };
  }, []);
}

/** From the target up to the page, without the page itself. */
function placesOf(target: Element): Place[] {
  const places: Place[] = [];
  for (let at: Element | null = target; at && at.tagName !== 'MAIN'; at = at.parentElement) {
    places.push({ element: at, next: at.nextElementSibling, previous: at.previousElementSibling });
  }
  return places;
}

function successor(places: readonly Place[]): HTMLElement | undefined {
  const kept = places.findIndex(({ element }) => element.isConnected);
  const page = document.querySelector('main') ?? undefined;
  // Nothing of the page is left: another one is shown.
  if (kept === -1) return page;
  const gone = places[kept - 1];
  const around = [gone?.next, gone?.previous, ...places.slice(kept).map(({ element }) => element)];
  for (const element of around) {
    const found = element?.isConnected ? firstFocusable(element) : undefined;
    if (found) return found;
  }
  return page;
}

function firstFocusable(element: Element): HTMLElement | undefined {
  return [...element.querySelectorAll<HTMLElement>(focusable)].find(
    (each) => each.tabIndex >= 0 && !each.matches(':disabled, [aria-disabled="true"]') && each.checkVisibility(),
  );
}
