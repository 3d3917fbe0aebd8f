import type { Services } from '../foundation/http/services.ts'
import type { Poller } from '../foundation/jobs/pollers.ts'

/** The pollers of areas by hand, on a world whose server leaves them alone. */

interface WithPollers {
  pollers?: ((parts: Services) => Poller[]) | undefined
}

export const pollersIn = (parts: Services, areas: WithPollers[]): Poller[] =>
  areas.flatMap((area) => area.pollers?.(parts) ?? [])

/** As long as there is something to do: how often that was. */
export async function byHand(pollers: readonly Poller[]): Promise<number> {
  let worked = 0
  for (const { next } of pollers) {
    for (let work = await next(); work; work = await next()) {
      await work()
      worked += 1
    }
  }
  return worked
}
