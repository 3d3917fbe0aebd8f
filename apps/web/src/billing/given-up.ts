/** A plan begins at once, and nobody has paid for what is left of the trial. */
export const givenUp = (days: number) =>
  `It begins today: you give up ${days} free ${days === 1 ? 'day' : 'days'} of your trial.`
