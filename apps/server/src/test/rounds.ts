import type { House } from '../foundation/http/house.ts'
import type { Round } from '../foundation/jobs/rounds.ts'

/** The rounds of areas by hand, on a world whose server leaves them alone. */

interface WithRounds {
  rounds?: ((parts: House) => Round[]) | undefined
}

export const roundsIn = (parts: House, areas: WithRounds[]): Round[] =>
  areas.flatMap((area) => area.rounds?.(parts) ?? [])

/** As long as there is something to do: how often that was. */
export async function byHand(rounds: readonly Round[]): Promise<number> {
  let worked = 0
  for (const { next } of rounds) {
    for (let work = await next(); work; work = await next()) {
      await work()
      worked += 1
    }
  }
  return worked
}
