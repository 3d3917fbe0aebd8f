/** A plan begins at once, and nobody has paid for what is left of the trial. */
export const givenUp = (days: number) =>
  `It starts today, so you lose the ${days} ${days === 1 ? 'day' : 'days'} left in your trial.`
