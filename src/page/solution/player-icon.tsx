/** What is drawn on the buttons of a player; their names say it in words. */

const PATHS = {
  first: 'M4 3v10M13 3 6 8l7 5z',
  back: 'M12 3 5 8l7 5z',
  next: 'M4 3l7 5-7 5z',
  last: 'M12 3v10M3 3l7 5-7 5z',
} as const;

export function PlayerIcon({ name }: { readonly name: keyof typeof PATHS }) {
  return (
    <svg class="icon" aria-hidden="true" viewBox="0 0 16 16">
      <path d={PATHS[name]} />
    </svg>
  );
}
