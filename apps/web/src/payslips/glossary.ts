/** What the English words of the working mean. */
export const glossary = [
  ['Basic salary', 'Mshahara wa msingi'],
  ['Gross pay', 'Mshahara ghafi, kabla ya makato'],
  ['Taxable pay', 'Kiasi kinachotozwa ushuru'],
  ['Tax charged', 'Ushuru uliokokotolewa'],
  ['Personal relief', 'Nafuu ya ushuru ya mtu binafsi'],
  ['Insurance relief', 'Nafuu ya ushuru kwa bima'],
  ['PAYE', 'Ushuru wa mapato unaokatwa kwenye mshahara'],
  ['NSSF', 'Akiba ya hifadhi ya jamii'],
  ['SHIF', 'Bima ya afya ya jamii (SHA)'],
  ['Housing Levy', 'Tozo ya nyumba'],
  ['Other deductions', 'Makato mengine'],
  ['Total deductions', 'Jumla ya makato'],
  ['Net pay', 'Mshahara halisi unaolipwa'],
] as const
