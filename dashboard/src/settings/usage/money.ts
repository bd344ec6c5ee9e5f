const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });

export function formatUsd(amount: number): string {
  return amount > 0 && amount < 0.01 ? `< ${dollars.format(0.01)}` : dollars.format(amount);
}
