import { monthInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

const some = (names: string[], most = 8) =>
  names.length > most
    ? `${names.slice(0, most).join(', ')} and ${names.length - most} more`
    : names.join(', ')

/** Told to staff, about the books. */
export const say = englishOf('journal', {
  codeTaken: 'Another account has this number.',
  nameTaken: 'Another account has this name.',
  accountInUse:
    'Lines go to this account, so it stays. Please choose another account for them first.',
  accountNotFound: 'This account was not found.',
  departmentNotFound: 'This department was not found.',
  lineNotFound: 'There is no such kind of line.',
  notByDepartment: 'Only pay and what it costs is told apart by department.',
  unmapped: ({ names }: { names: string[] }) =>
    `No account is chosen yet for: ${some(names)}. Please choose one for each under Accounts.`,
  nothing: ({ month }: { month: string }) =>
    `There is nothing to export for ${monthInWords(month)} yet.`,
  stillGrowing: 'Payments are still being added to this entry today: it can be exported tomorrow.',
})
