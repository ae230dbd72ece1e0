/** The time of now as the Date header has it: to the second, and written once in each. */

let second = 0;
let text = '';

export function httpDate(): string {
  const now = Math.floor(Date.now() / 1000);
  if (now !== second) {
    second = now;
    text = new Date(1000 * now).toUTCString();
  }
  return text;
}
