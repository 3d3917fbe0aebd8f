import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import {
  beginPasskey,
  beginTotp,
  challenge,
  confirmPasskey,
  confirmTotp,
  list,
  remove,
  rename,
  renewRecoveryCodes,
} from './own.ts'
import { reset } from './reset.ts'
import { rule, setRule } from './rule.ts'
import { say } from './sentences.ts'

/** A second factor belongs to its person, not to an organisation: all of this crosses them. */
export const secondFactor = area('second-factor', {
  log: 'Second factor',
  calls: bind(contract.secondFactor, {
    list: crossing(list),
    challenge: crossing(challenge),
    beginTotp: crossing(beginTotp),
    confirmTotp: crossing(confirmTotp),
    beginPasskey: crossing(beginPasskey),
    confirmPasskey: crossing(confirmPasskey),
    rename: crossing(rename),
    remove: crossing(remove),
    renewRecoveryCodes: crossing(renewRecoveryCodes),
    reset: crossing(reset),
    rule: crossing(rule),
    setRule: crossing(setRule),
  }),
  refusals: {
    second_factors_credential_id_key: [null, say.passkeyTaken],
    second_factor_step: ['code', say.codeUsed],
  },
})

export { holdProven, proveFully, proveUnlessFresh } from './again.ts'
export { factorsOf, resealFactors } from './factors.ts'
export { challengeFor, proves, triedChallenge, useUp, wrongFactor } from './prove.ts'
export { resetOperator } from './reset.ts'
