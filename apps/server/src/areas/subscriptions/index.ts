import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { current, waiting } from './in-force.ts'
import { changePackage, packageHistory, packages } from './packages.ts'
import { say } from './sentences.ts'

export { endsSoon, hasEnded, standingOf } from './standing.ts'

export const subscriptions = area('subscriptions', {
  log: 'Subscriptions',
  calls: bind(contract.subscriptions, {
    current,
    packages,
    changePackage: crossing(changePackage),
    packageHistory: crossing(packageHistory),
  }),
  waiting,
  refusals: {
    subscriptions_unpaid: [null, say.unpaid],
    subscriptions_kept: [null, say.kept],
  },
})

export { type InForce, inForce, refuseBeyondLimit } from './in-force.ts'
export { packageOf } from './packages.ts'
export {
  addPeriod,
  endPeriods,
  type LivePeriod,
  livePeriods,
  newestPeriod,
  startFree,
  startTrial,
  startTrials,
} from './periods.ts'
