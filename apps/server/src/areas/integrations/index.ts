import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { onboarding } from './onboarding.ts'
import { list } from './read.ts'
import { changeStatus, save } from './save.ts'
import { say } from './sentences.ts'
import { testAnswers, tryOut } from './try-out.ts'
import { waiting } from './waiting.ts'

export const integrations = area('integrations', {
  log: 'Payment Integrations',
  records: { integrations: { kind: 'integration', name: 'provider' } },
  calls: bind(contract.integrations, {
    save: crossing(save),
    list: crossing(list),
    status: crossing(changeStatus),
    test: crossing(tryOut),
  }),
  refusals: {
    integrations_one_active: ['status', say.oneActive],
  },
  waiting,
  pollers: (services) => [testAnswers(services), ...onboarding(services)],
})

export { noteBalance } from './balance.ts'
export {
  activeIntegration,
  type Integration,
  openIntegration,
  resealIntegrations,
} from './keep.ts'
export { addIntegration } from './save.ts'
