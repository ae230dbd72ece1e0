/** n! as a number: exact for n of up to 18, rounded for n of up to 170, infinite beyond. */
export function factorial(n: number): number {
  let product = 1;
  for (let k = 2; k <= n; k++) product *= k;
  return product;
}
