/**
 * The place in the address, `?space=3x3&state=2,3,4,1,5,x,7,6,8`, so that it can be linked and kept.
 *
 * What is chosen (a space, an antipode, a typed position) becomes an entry of the browser's history, to which Back returns.
 * A slide only takes the place of the entry that it is made in: Back goes over a hundred slides at once. Browsers refuse more than
 * 100 changes in 10 s, which a held arrow key would make, so that slides are written now and then.
 */

export interface AddressedState {
  readonly space: string | null;
  readonly state: string | null;
}

/** Between two changes of the address, in milliseconds. */
const PAUSE = 200;

export function addressedState(query: string): AddressedState {
  const parameters = new URLSearchParams(query);
  return { space: parameters.get('space'), state: parameters.get('state') };
}

/** @param commas whether the state's words may be parted by commas, which need no escapes in an address */
export function queryOf(space: string, state: string, commas: boolean): string {
  const query = new URLSearchParams({ space, state: commas ? state.replaceAll(' ', ',') : state });
  return `?${String(query).replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
}

export class Address {
  #waiting: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param onReturn called when Back or Forward has led to another entry */
  constructor(onReturn: (place: AddressedState) => void) {
    addEventListener('popstate', () => {
      this.#waiting = null;
      onReturn(this.place);
    });
    addEventListener('pagehide', () => this.#write());
  }

  get place(): AddressedState {
    return addressedState(location.search);
  }

  push(query: string): void {
    this.#write();
    if (query !== location.search) history.pushState(null, '', query);
  }

  replace(query: string): void {
    this.#waiting = query;
    if (this.#timer !== undefined) return;
    this.#write();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#write();
    }, PAUSE);
  }

  #write(): void {
    if (this.#waiting !== null && this.#waiting !== location.search) history.replaceState(null, '', this.#waiting);
    this.#waiting = null;
  }
}
