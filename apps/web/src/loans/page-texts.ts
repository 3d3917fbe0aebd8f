import { texts } from '../lib/language.tsx'

/** Of one loan, as its borrower sees it; and of a request, as the guarantor does. */
export const pageTexts = texts({
  title: { en: 'Loan Application', sw: 'Ombi la Mkopo' },
  back: { en: 'Back to Loans', sw: 'Rudi kwenye Mikopo' },
  missing: { en: 'Loan application not found', sw: 'Ombi la mkopo halikupatikana' },
  statement: { en: 'Statement', sw: 'Taarifa ya Akaunti' },
  withdraw: { en: 'Withdraw', sw: 'Ondoa Ombi' },
  withdrawTitle: { en: 'Withdraw Application', sw: 'Ondoa Ombi la Mkopo' },
  withdrawText: {
    en: 'This withdraws the application and notifies the guarantors you asked.',
    sw: 'Ombi linaishia hapa, na wale uliowaomba wakudhamini watajulishwa.',
  },
  withdrawn: {
    en: 'Loan application withdrawn successfully',
    sw: 'Ombi la mkopo limeondolewa',
  },
  termsAccepted: { en: 'Terms accepted', sw: 'Masharti yaliyokubaliwa' },
  maximumAmount: { en: 'Maximum Amount', sw: 'Kiasi cha Juu' },
  accepted: {
    en: ({ at, from }: { at: string; from: string | null }) =>
      `Accepted on ${at}${from ? ` from ${from}` : ''}.`,
    sw: ({ at, from }: { at: string; from: string | null }) =>
      `Yalikubaliwa ${at}${from ? ` kutoka ${from}` : ''}.`,
  },
  binds: {
    en: ({ translation }: { translation: string }) =>
      ` The English text is binding; the translation ${translation} was shown beside it.`,
    sw: ({ translation }: { translation: string }) =>
      ` Maandishi ya Kiingereza ndiyo yanayofunga kisheria; tafsiri ${translation} iliwekwa kando yake.`,
  },
  claim: {
    en: ({ name, owed }: { name: string; owed: string }) =>
      `${name} has left. Final pay could not cover ${owed}, which is now a claim.`,
    sw: ({ name, owed }: { name: string; owed: string }) =>
      `${name} ameondoka kazini. ${owed} ni deni ambalo malipo ya mwisho hayakutosha kulipa.`,
  },
  leaving: {
    en: ({ name }: { name: string }) =>
      `${name} has left. Final pay settles this loan, as far as the law allows.`,
    sw: ({ name }: { name: string }) =>
      `${name} ameondoka kazini. Malipo ya mwisho yatalipa mkopo huu, kadiri sheria inavyoruhusu.`,
  },
  inDefault: {
    en: 'This loan is in default: the borrower and the guarantors cannot take new loans.',
    sw: 'Mkopo huu haujalipwa kwa wakati: mkopaji na wadhamini hawawezi kuchukua mikopo mipya.',
  },
  overdue: {
    en: ({ owed }: { owed: string }) =>
      `${owed} is overdue; the next payroll deducts it too, if pay allows.`,
    sw: ({ owed }: { owed: string }) =>
      `${owed} imechelewa kulipwa; itakatwa pia kwenye mshahara ujao, ukitosha.`,
  },
  employeeInformation: { en: 'Employee Information', sw: 'Taarifa za Mfanyakazi' },
  name: { en: 'Name', sw: 'Jina' },
  employeeNo: { en: 'Employee No', sw: 'Nambari ya Mfanyakazi' },
  department: { en: 'Department', sw: 'Idara' },
  designation: { en: 'Designation', sw: 'Cheo' },
  notGiven: { en: 'N/A', sw: 'Hakuna' },
  loanInformation: { en: 'Loan Information', sw: 'Taarifa za Mkopo' },
  amount: { en: 'Amount', sw: 'Kiasi' },
  maximum: { en: 'Maximum Amount', sw: 'Kiasi cha Juu' },
  appliedOn: { en: 'Applied On', sw: 'Tarehe ya Ombi' },
  purpose: { en: 'Purpose', sw: 'Kusudi' },
  withdrawnOn: { en: 'Withdrawn On', sw: 'Tarehe ya Kuondolewa' },
  product: { en: 'Product', sw: 'Aina ya mkopo' },
  term: { en: 'Repayment Term', sw: 'Muda wa Kulipa' },
  months: {
    en: ({ count }: { count: number }) => (count === 1 ? '1 month' : `${count} months`),
    sw: ({ count }: { count: number }) => (count === 1 ? 'Mwezi 1' : `Miezi ${count}`),
  },
  total: { en: 'Total Payable', sw: 'Jumla ya Kulipa' },
  monthly: { en: 'Monthly Payment', sw: 'Malipo ya Kila Mwezi' },
  decisionInformation: { en: 'Approval Information', sw: 'Taarifa za Uamuzi' },
  approvedBy: { en: 'Approved By', sw: 'Aliyeidhinisha' },
  approvedOn: { en: 'Approved On', sw: 'Tarehe ya Kuidhinishwa' },
  rejectedBy: { en: 'Rejected By', sw: 'Aliyekataa' },
  rejectedOn: { en: 'Rejected On', sw: 'Tarehe ya Kukataliwa' },
  rejectionReason: { en: 'Rejection Reason', sw: 'Sababu ya Kukataa' },
  paidOutOn: { en: 'Paid Out On', sw: 'Tarehe ya Kutolewa' },
  cancelledBy: { en: 'Cancelled By', sw: 'Aliyebatilisha' },
  cancelledOn: { en: 'Cancelled On', sw: 'Tarehe ya Kubatilishwa' },
  cancellationReason: { en: 'Cancellation Reason', sw: 'Sababu ya Kubatilisha' },
  comments: { en: 'Comments', sw: 'Maoni' },
  settlesLoan: { en: 'Settles a Loan Of', sw: 'Unalipa Mkopo wa' },
  guarantors: { en: 'Guarantors', sw: 'Wadhamini' },
  noGuarantors: {
    en: 'No guarantors found for this loan application.',
    sw: 'Ombi hili la mkopo halina wadhamini.',
  },
  status: { en: 'Status', sw: 'Hali' },
  notActive: { en: 'Not active', sw: 'Hayupo kazini' },
  requestedOn: { en: 'Requested On', sw: 'Tarehe ya Ombi' },
  addGuarantor: { en: 'Add Guarantor', sw: 'Ongeza Mdhamini' },
  guarantorAdded: { en: 'Guarantor added successfully', sw: 'Mdhamini ameongezwa' },
  employee: { en: 'Employee', sw: 'Mfanyakazi' },
  gone: { en: 'The applicant is no longer active', sw: 'Mwombaji hayupo kazini tena' },
  awaitsGuarantors: { en: 'Waiting for guarantors', sw: 'Inasubiri wadhamini' },
  awaitsDecision: { en: 'Waiting for the decision', sw: 'Inasubiri uamuzi' },
  primaryDecides: {
    en: 'A primary user of the organization decides.',
    sw: 'Mtumiaji mkuu wa shirika ndiye anayeamua.',
  },
  mustApprove: {
    en: ({ missing }: { missing: number }) =>
      `${missing === 1 ? 'One more guarantor' : `${missing} more guarantors`} must approve before the application is decided.`,
    sw: ({ missing }: { missing: number }) =>
      missing === 1
        ? 'Mdhamini mmoja zaidi anapaswa kuidhinisha kabla ombi halijaamuliwa.'
        : `Wadhamini ${missing} zaidi wanapaswa kuidhinisha kabla ombi halijaamuliwa.`,
  },
  addAnother: {
    en: ' Please add another guarantor.',
    sw: ' Tafadhali ongeza mdhamini mwingine.',
  },
  request: { en: 'Guarantor Request', sw: 'Ombi la Udhamini' },
  applicant: { en: 'Applicant', sw: 'Mwombaji' },
  loan: { en: 'Loan', sw: 'Mkopo' },
  guarantor: { en: 'Guarantor', sw: 'Mdhamini' },
  loanStatus: { en: 'Loan Status', sw: 'Hali ya Mkopo' },
  guarantorStatus: { en: 'Guarantor Status', sw: 'Hali ya Udhamini' },
  rejectTitle: { en: 'Reject Guarantor Request', sw: 'Kataa Ombi la Udhamini' },
  rejected: {
    en: 'Guarantor request rejected successfully',
    sw: 'Ombi la udhamini limekataliwa',
  },
  reject: { en: 'Reject', sw: 'Kataa' },
  rejectReason: { en: 'Reason for Rejection', sw: 'Sababu ya Kukataa' },
})

/** What was taken, repaid and is still owed. */
export const courseTexts = texts({
  balance: { en: 'Balance', sw: 'Salio' },
  total: { en: 'Total Payable', sw: 'Jumla ya Kulipa' },
  deducted: { en: 'Deducted from Pay', sw: 'Kilichokatwa Mshaharani' },
  repaid: { en: 'Repaid Otherwise', sw: 'Kilicholipwa kwa Njia Nyingine' },
  rebated: { en: 'Interest Not Charged', sw: 'Riba Isiyotozwa' },
  writtenOff: { en: 'Written Off', sw: 'Kilichofutwa' },
  settlesToday: {
    en: ({ owed, working }: { owed: string; working: string }) =>
      `${owed} settles this loan today. ${working}.`,
    sw: ({ owed, working }: { owed: string; working: string }) =>
      `${owed} inalipa mkopo huu wote leo. ${working}.`,
  },
  schedule: { en: 'Repayment Schedule', sw: 'Ratiba ya Kulipa' },
  sum: { en: 'Total', sw: 'Jumla' },
  month: { en: 'Month', sw: 'Mwezi' },
  instalment: { en: 'Instalment', sw: 'Awamu' },
  paid: { en: 'Paid', sw: 'Kilicholipwa' },
  balanceAfter: { en: 'Balance after', sw: 'Salio baada ya hapo' },
  payments: { en: 'Payments', sw: 'Malipo' },
  nothingPaid: { en: 'Nothing has been paid yet.', sw: 'Bado hakuna kilicholipwa.' },
  day: { en: 'Day', sw: 'Siku' },
  what: { en: 'What', sw: 'Aina ya Malipo' },
  deduction: { en: 'Deducted from pay', sw: 'Makato ya mshahara' },
  repayment: { en: 'Repaid', sw: 'Malipo' },
  'top-up': { en: 'Settled by a new loan', sw: 'Ulilipwa kwa mkopo mpya' },
  rebate: { en: 'Interest not charged', sw: 'Riba isiyotozwa' },
  'write-off': { en: 'Written off', sw: 'Deni lililofutwa' },
  takenBack: { en: 'Reversal', sw: 'Yamebatilishwa' },
  wasTakenBack: { en: 'Reversed', sw: 'Yalibatilishwa' },
  amount: { en: 'Amount', sw: 'Kiasi' },
  reference: { en: 'Reference', sw: 'Nambari ya Kumbukumbu' },
  evidence: { en: 'Evidence', sw: 'Ushahidi' },
  by: { en: 'By', sw: 'Aliyeandika' },
})
