import { sentences, translator } from './sentences.ts'

/** How the figures of a loan came about, as the server tells it. */
export const workings = sentences({
  'as asked for': 'kama ulivyoomba',
  '{amount} × {number}% × {months}': '{amount} × {number}% × {months}',
  '{amount} × {number}% × {months} = {amount2}, with the rounding of the total':
    '{amount} × {number}% × {months} = {amount2}, jumla ikikadiriwa kwa shilingi kamili',
  '{amount} ÷ {months}, to the nearest shilling':
    '{amount} ÷ {months}, kwa shilingi kamili iliyo karibu',
  'Last net pay {amount} × 2/3, to the nearest 1,000: {amount2} × {months}':
    'Mshahara halisi wa mwisho {amount} × 2/3, kwa elfu iliyo karibu: {amount2} × {months}',
  'No payslip has been confirmed yet': 'Bado hakuna hati ya malipo iliyothibitishwa',
  'The pay of this month is confirmed already': 'Mshahara wa mwezi huu tayari umethibitishwa',
  '{number}% of what was earned by today, {number2} of {days} of a salary of {amount}':
    '{number}% ya ulichopata hadi leo, siku {number2} kati ya {days} za mshahara wa {amount}',
  '{number}% of what was earned by today, {number2} of {days} of a salary of {amount}, less {amount2} advanced already':
    '{number}% ya ulichopata hadi leo, siku {number2} kati ya {days} za mshahara wa {amount}, ukiondoa {amount2} uliyopewa mapema',
  'Balance {amount}': 'Salio {amount}',
  'Balance {amount} − interest of {months} not begun, {amount2} × {number} ÷ {number2} = {amount3}':
    'Salio {amount} − riba ya {months} ambayo haijaanza, {amount2} × {number} ÷ {number2} = {amount3}',
  'Balance {amount} − interest of {months} not begun, {amount2} × {number} ÷ {number2} = {amount3}, of which {amount4} was left out before':
    'Salio {amount} − riba ya {months} ambayo haijaanza, {amount2} × {number} ÷ {number2} = {amount3}, ambayo {amount4} iliondolewa awali',
})

export const workingInSwahili = translator(workings)
