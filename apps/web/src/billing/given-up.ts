import { counted } from '@mshahara/contract/counted'

/** A plan begins at once, and nobody has paid for what is left of the trial. */
export const givenUp = (days: number) =>
  `It starts today, so you lose the ${counted(days, 'day')} left in your trial.`
