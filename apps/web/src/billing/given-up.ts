import { counted } from '@mshahara/contract/counted'

/** A plan begins at once, and nobody has paid for what is left of the trial. */
export const givenUp = (days: number) =>
  `It begins today: you give up ${counted(days, 'free day')} of your trial.`
