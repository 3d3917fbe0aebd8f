import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { confirm, sendCode } from './codes.ts'
import { decide } from './decide.ts'
import { propose, withdraw } from './propose.ts'
import { get, getProposal, list } from './read.ts'
import { say, sayToStaff } from './sentences.ts'
import { home, waiting } from './waiting.ts'

export const myDetails = area('my-details', {
  log: 'Changes of details',
  records: { detail_proposals: { kind: 'change of details', name: "''", of: 'employee_id' } },
  calls: [
    ...bind(contract.myDetails, {
      get,
      propose,
      withdraw,
      sendCode: crossing(sendCode),
      confirm: crossing(confirm),
    }),
    ...bind(contract.detailProposals, { list, get: getProposal, decide: crossing(decide) }),
  ],
  waiting,
  home,
  refusals: {
    detail_proposals_one_open: [null, say.oneOpen],
    detail_proposals_kept: [null, say.closed],
    detail_changes_confirmed: [null, sayToStaff.unconfirmed],
  },
})

export { type PayeeConfirmation, payeeConfirmations } from './confirmations.ts'
