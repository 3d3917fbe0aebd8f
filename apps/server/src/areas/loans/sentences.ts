import { counted } from '@mshahara/contract/counted'
import { daySaid, inBoth, monthsSaid, type Said } from '@mshahara/contract/language'
import { englishOf, sentencesOf } from '@mshahara/contract/say'
import { formatShillings } from '@mshahara/engine/money'

interface Guaranteed {
  count: number
}
const loansIn = (count: number) => (count === 1 ? 'one loan' : `${count} loans`)
const mikopo = (count: number) => (count === 1 ? 'mkopo mmoja' : `mikopo ${count}`)

/** Borrowing, guaranteeing and repaying. */
export const say = sentencesOf('loans', {
  chooseProduct: { en: 'Please choose a loan product.', sw: 'Tafadhali chagua aina ya mkopo.' },
  forYourself: {
    en: 'You can apply for yourself only.',
    sw: 'Unaweza kujiombea wewe mwenyewe pekee.',
  },
  guarantorTwice: {
    en: 'You have already selected this guarantor',
    sw: 'Tayari umemchagua mdhamini huyu',
  },
  activeOnly: {
    en: 'Only active employees can apply for loans.',
    sw: 'Ni wafanyakazi walio kazini pekee wanaoweza kuomba mikopo.',
  },
  inDefault: {
    en: 'You have a loan in default: please clear it first.',
    sw: 'Una mkopo ambao haujalipwa kwa wakati: tafadhali ulipe kwanza.',
  },
  guaranteesDefault: {
    en: 'You guarantee a loan that is in default: you can apply once it is cleared.',
    sw: 'Umedhamini mkopo ambao haujalipwa kwa wakati: unaweza kuomba utakapolipwa.',
  },
  noAdvances: {
    en: 'This organization does not give salary advances.',
    sw: 'Shirika hili halitoi malipo ya awali ya mshahara.',
  },
  payslipFirst: {
    en: 'You can apply once a payslip of yours has been confirmed.',
    sw: 'Unaweza kuomba baada ya hati yako ya malipo kuthibitishwa.',
  },
  termsChanged: {
    en: 'The terms have changed in the meantime. Please read them again.',
    sw: 'Masharti yamebadilika tangu ulipoyasoma. Tafadhali yasome tena.',
  },
  chooseRunning: {
    en: 'Please choose a running loan of your own of this product.',
    sw: 'Tafadhali chagua mkopo wako unaoendelea wa aina hii.',
  },
  applicantWithdraws: {
    en: 'Only the applicant can withdraw an application.',
    sw: 'Ni mwombaji pekee anayeweza kuondoa ombi.',
  },
  formInactive: { en: 'Guarantor is not active', sw: 'Mdhamini hayupo kazini' },
  formDefault: {
    en: 'Guarantor cannot guarantee a loan at present',
    sw: 'Mdhamini hawezi kudhamini mkopo kwa sasa',
  },
  formPay: {
    en: "Guarantor's salary is not eligible for your loan",
    sw: 'Mshahara wa mdhamini hautoshi kwa mkopo wako',
  },
  formSelf: {
    en: 'You cannot select yourself as a guarantor',
    sw: 'Huwezi kujichagua kuwa mdhamini',
  },
  pageSelf: {
    en: 'Loan applicant cannot be their own guarantor',
    sw: 'Mwombaji wa mkopo hawezi kuwa mdhamini wake mwenyewe',
  },
  pageInactive: {
    en: 'Selected guarantor is not active',
    sw: 'Mdhamini uliyemchagua hayupo kazini',
  },
  pageDefault: {
    en: 'Selected guarantor cannot guarantee a loan at present',
    sw: 'Mdhamini uliyemchagua hawezi kudhamini mkopo kwa sasa',
  },
  pagePay: {
    en: "Selected guarantor's salary is not sufficient for this loan",
    sw: 'Mshahara wa mdhamini uliyemchagua hautoshi kwa mkopo huu',
  },
  ownPay: {
    en: 'Your salary is not sufficient to guarantee this loan.',
    sw: 'Mshahara wako hautoshi kudhamini mkopo huu.',
  },
  ownInactive: {
    en: 'Only active employees can guarantee loans.',
    sw: 'Ni wafanyakazi walio kazini pekee wanaoweza kudhamini mikopo.',
  },
  ownDefault: {
    en: 'You have a loan in default: please clear it before you guarantee another one.',
    sw: 'Una mkopo ambao haujalipwa kwa wakati: tafadhali ulipe kabla ya kudhamini mwingine.',
  },
  employeesOnly: {
    en: 'Only employees can apply for loans.',
    sw: 'Ni wafanyakazi pekee wanaoweza kuomba mikopo.',
  },
  guarantorAlready: {
    en: 'This employee is already a guarantor for this loan',
    sw: 'Mfanyakazi huyu tayari ni mdhamini wa mkopo huu',
  },
  applicantAdds: {
    en: 'Only the applicant can add guarantors.',
    sw: 'Ni mwombaji pekee anayeweza kuongeza wadhamini.',
  },
  noGuarantors: { en: 'This loan needs no guarantors.', sw: 'Mkopo huu hauhitaji wadhamini.' },
  notYours: {
    en: 'This request is for somebody else to answer.',
    sw: 'Ombi hili ni la mtu mwingine kujibu.',
  },
  guaranteed: {
    en: 'Guarantor request approved successfully',
    sw: 'Ombi la udhamini limeidhinishwa',
  },
  refused: { en: 'Guarantor request rejected successfully', sw: 'Ombi la udhamini limekataliwa' },
  appliedAlready: {
    en: 'You have already applied for this product.',
    sw: 'Tayari umeomba mkopo wa aina hii.',
  },
  kept: {
    en: 'The agreed terms of a loan cannot be changed.',
    sw: 'Mkopo unabaki kama ulivyokubaliwa.',
  },
  amountRange: ({ least, most }: { least: number; most: number }) => ({
    en: `Product amount must be between ${formatShillings(least)} and ${formatShillings(most)}`,
    sw: `Kiasi cha mkopo huu kiwe kati ya ${formatShillings(least)} na ${formatShillings(most)}`,
  }),
  termRange: ({ least, most }: { least: number; most: number }) =>
    least === most
      ? {
          en: `Term must be ${monthsSaid(most, 'en')}`,
          sw: `Muda uwe ${monthsSaid(most, 'sw')}`,
        }
      : {
          en: `Term must be between ${least} and ${most} months`,
          sw: `Muda uwe kati ya miezi ${least} na ${most}`,
        },
  stillPending: ({ product }: { product: string }) => ({
    en: `Your application for a ${product} is still waiting for a decision; you can withdraw it.`,
    sw: `Ombi lako la ${product} bado linasubiri uamuzi; unaweza kuliondoa.`,
  }),
  maximum: ({ months, amount, why }: { months: number; amount: number; why?: Said }) =>
    inBoth((language) => {
      const over = monthsSaid(months, language)
      const because = why ? `: ${why[language]}` : ''
      return language === 'sw'
        ? `Kiasi cha juu cha mkopo wa ${over} ni ${formatShillings(amount)}${because}.`
        : `The maximum loan amount over ${over} is ${formatShillings(amount)}${because}.`
    }),
  noPayslipYet: {
    en: 'No payslip has been confirmed yet',
    sw: 'Bado hakuna hati ya malipo iliyothibitishwa',
  },
  paidAlready: {
    en: 'The pay for this month is already confirmed',
    sw: 'Mshahara wa mwezi huu tayari umethibitishwa',
  },
  employmentOver: { en: 'The employment has ended', sw: 'Ajira imekwisha' },
  settlesMore: ({ amount }: { amount: number }) => ({
    en: `${formatShillings(amount)} settles the running loan: please apply for more than that.`,
    sw: `${formatShillings(amount)} inalipa mkopo unaoendelea: tafadhali omba kiasi kinachozidi hicho.`,
  }),
  formLimit: ({ count }: Guaranteed) => ({
    en: `Guarantor already guarantees ${loansIn(count)}, which is the limit`,
    sw: `Mdhamini tayari anadhamini ${mikopo(count)}, na huo ndio ukomo`,
  }),
  pageLimit: ({ count }: Guaranteed) => ({
    en: `Selected guarantor already guarantees ${loansIn(count)}, which is the limit`,
    sw: `Mdhamini uliyemchagua tayari anadhamini ${mikopo(count)}, na huo ndio ukomo`,
  }),
  ownLimit: ({ count }: Guaranteed) => ({
    en: `You already guarantee ${loansIn(count)}, which is the limit.`,
    sw: `Tayari unadhamini ${mikopo(count)}, na huo ndio ukomo.`,
  }),
  paidOutOn: ({ day }: { day: string }) => ({
    en: `The loan was paid out on ${daySaid(day, 'en')}.`,
    sw: `Mkopo ulitolewa ${daySaid(day, 'sw')}.`,
  }),
})

/** Told to staff alone. */
export const sayToStaff = englishOf('loans', {
  twoMonths: 'The money must be paid out within two months of today.',
  applicantInactive: 'The applicant is no longer active.',
  applicantDefault: 'The applicant has a loan in default.',
  dayStays: 'Part of this loan has already been repaid: its day can no longer be corrected.',
  approvalStays:
    'Part of this loan has already been repaid: its approval can no longer be cancelled.',
  dayPaid: 'Please give the day on which it was paid, today at the latest.',
  byPayroll: 'A payroll deducted this. Please reverse the payroll instead.',
  takesBack: 'This entry is itself a reversal.',
  byOtherLoan: 'Another loan repaid this one: it cannot be reversed.',
  moreThanOwed: 'This is more than is owed. Please look at the loan again.',
  takenBack: 'This entry has already been reversed.',
  advancedAtMost: ({ amount, working }: { amount: number; working: string }) =>
    `At most ${formatShillings(amount)} can be advanced: ${working}.`,
  entryDoesNotFit: 'The loan has changed since. Please look at it again.',
  tookInstalment: 'This payslip has already deducted its instalment.',
  ownLoan: 'Somebody else must decide on your own loan.',
  guarantorsFirst: ({ needed, gone }: { needed: number; gone: string[] }) =>
    `At least ${counted(needed, 'guarantor')} must have approved first.${
      gone.length > 0
        ? ` ${gone.join(' and ')} can no longer guarantee and must be replaced by the applicant.`
        : ''
    }`,
  correctFirst: ({ day }: { day: string }) =>
    `The money was paid out on ${daySaid(day, 'en')}. If it was not, correct that day first.`,
  notBefore: ({ day }: { day: string }) =>
    `The running loan was paid out on ${daySaid(day, 'en')}: this one cannot be paid out earlier.`,
  takesMore: ({ amount }: { amount: number }) =>
    `It takes ${formatShillings(amount)} to settle the running loan, more than was applied for.`,
  allOwed: ({ amount, day }: { amount: number; day: string }) =>
    `${formatShillings(amount)} is all that is owed on ${daySaid(day, 'en')}.`,
})
