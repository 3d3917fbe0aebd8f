import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { agree, sendBack, withdraw } from './decide.ts'
import { news } from './news.ts'
import { about, get, lines, list, sheet } from './read.ts'
import { say } from './sentences.ts'
import { changeSettings, settings } from './settings.ts'
import { waiting } from './waiting.ts'
import { agreeToChange, changes, objectToChange } from './weakened.ts'

export const makerChecker = area('maker-checker', {
  log: 'Second Person',
  records: {
    proposals: { kind: 'approval', name: 'title' },
    checker_changes: { kind: 'change', name: "'of the second person'" },
  },
  calls: bind(contract.makerChecker, {
    settings,
    changeSettings,
    changes,
    agreeToChange,
    objectToChange,
    list,
    get,
    about,
    lines,
    sheet,
    // What it does may cross organisations, as a login does.
    agree: crossing(agree),
    sendBack,
    withdraw,
  }),
  pollers: (services) => [news(services)],
  waiting,
  refusals: {
    second_person_missing: [null, say.missing],
    proposals_kept: [null, say.kept],
    proposals_not_ones_own: [null, say.notYourOwn],
    proposals_once: [null, say.askedAlready],
    checker_changes_settled: [null, say.settled],
    checker_changes_own: [null, say.othersAgree],
    checker_changes_uncounted: [null, say.notCounted],
  },
})

export { type Asked, checked, digestOf, needsSecond, submitting } from './checked.ts'
export { changesWaiting } from './read.ts'
export { askedToConfirm, askedToReverse, checksShown } from './runs.ts'
export { setCheckedActs, settleCheckers } from './settings.ts'
export { changesIn, type InPay, isPaidLonger, movedPay } from './shown.ts'
export { tried } from './tried.ts'
export { checkedUpload } from './uploads.ts'
