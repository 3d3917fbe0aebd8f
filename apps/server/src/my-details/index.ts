import { contract } from '@mshahara/contract'
import { area } from '../http/area.ts'
import { bind, crossing } from '../http/bind.ts'
import { confirm, sendCode } from './codes.ts'
import { decide } from './decide.ts'
import { propose, withdraw } from './propose.ts'
import { get, getProposal, list } from './read.ts'
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
    detail_proposals_one_open: [null, 'You have an open proposal already. Please change that one.'],
    detail_proposals_kept: [null, 'This proposal is closed.'],
    detail_changes_confirmed: [null, 'The employee has not confirmed this by code yet.'],
  },
})

export { type PayeeConfirmation, payeeConfirmations } from './confirmations.ts'
