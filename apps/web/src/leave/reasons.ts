import { sentences, translator } from '../lib/sentences.ts'
import { spoken } from '../lib/spoken.ts'

/** Why there is an entry in the ledger, where the server says so; staff write theirs themselves. */
const swahili = sentences({
  'Opened with these days': 'Salio lilifunguliwa na siku hizi',
  'Not paid out after all': 'Hazikulipwa kwa pesa tena',
  'Paid on leaving': 'Zililipwa wakati wa kuondoka kazini',
  'Paid on leaving, once it is approved': 'Zitalipwa wakati wa kuondoka, zikiidhinishwa',
  'Worked out anew for the last pay': 'Zimehesabiwa upya kwa malipo ya mwisho',
  'Given back after carried days had expired':
    'Zilirudishwa baada ya siku zilizoletwa mbele kuisha muda',
  'Carried days that were taken in time': 'Siku zilizoletwa mbele zilizochukuliwa kwa wakati',
  'Carried days that were not taken in time':
    'Siku zilizoletwa mbele ambazo hazikuchukuliwa kwa wakati',
  'No carried days were left': 'Hakuna siku zilizoletwa mbele zilizobaki',
  'The public holidays of a coming year were added': 'Sikukuu za mwaka ujao zimeongezwa',
  '{name} is counted in working days now': '{name} sasa inahesabiwa kwa siku za kazi',
  '{name} is counted in calendar days now': '{name} sasa inahesabiwa kwa siku za kalenda',
  'Not leaving after all': 'Haondoki tena',
  'Not paid on leaving': 'Hazikulipwa wakati wa kuondoka kazini',
  'Not needed after all': 'Haikuhitajika tena',
  'Ahead of time, for leave from {day}': 'Kabla ya wakati, kwa likizo kuanzia {day}',
  'Not taken in {number} and not carried over': 'Hazikuchukuliwa {number} wala kuletwa mbele',
  'Taken in {number}, recorded later': 'Zilichukuliwa {number}, zikaandikwa baadaye',
  'The working days of the organization changed': 'Siku za kazi za shirika zimebadilika',
  'The working days of {name} changed': 'Siku za kazi za {name} zimebadilika',
  '{holiday} on {day} was added': '{holiday} ya {day} imeongezwa',
  '{holiday} on {day} was removed': '{holiday} ya {day} imeondolewa',
  '{holiday} moved from {day} to {day2}': '{holiday} imehamishwa kutoka {day} hadi {day2}',
})
const inSwahili = translator(swahili)

export const reasonIn = (reason: string) => (spoken() === 'sw' && inSwahili(reason)) || reason
