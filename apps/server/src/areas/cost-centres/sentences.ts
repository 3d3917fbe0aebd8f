import { monthInWords } from '@mshahara/contract/months'
import { englishOf } from '@mshahara/contract/say'

/** "March 2026 is", "March 2026 to June 2026 (4 months) are". */
function confirmed(months: readonly string[]): string {
  const [first = '', last = ''] = [months[0], months.at(-1)].map((one) => monthInWords(one ?? ''))
  return months.length === 1
    ? `${first} is confirmed and stays as it was`
    : `${first} to ${last} (${months.length} months) are confirmed and stay as they were`
}

/** Told to staff, about cost centres and who belongs to them. */
export const say = englishOf('cost-centres', {
  codeTaken: 'A cost centre with this code already exists.',
  nameTaken: 'A cost centre with this name already exists.',
  departmentTaken:
    'One of these departments belongs to another cost centre. Please take it out there.',
  stationTaken:
    'One of these work stations belongs to another cost centre. Please take it out there.',
  chooseDepartment: 'One of these departments was not found.',
  chooseStation: 'One of these work stations was not found.',
  notFound: 'This cost centre was not found.',
  switchedOff: ({ name }: { name: string }) => `${name} is switched off. Please choose another.`,
  notWhole: 'The shares must come to 100%.',
  monthTaken: 'This person has cost centres from this month already. Please change those.',
  anotherPerson: 'These cost centres belong to another employee.',
  stays: ({ months }: { months: string[] }) =>
    `${confirmed(months)}: this counts in payslips that are still to be made.`,
})
