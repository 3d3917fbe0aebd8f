/** An organisation nobody has written anything about yet: what both forms begin with. */
export const blankOrganization = {
  name: '',
  address: '',
  phone: '',
  email: '',
  website: '',
  pin_no: '',
  nhif_no: '',
  nssf_no: '',
  bank_name: '',
  branch_name: '',
  account_no: '',
  paye: true,
  nhif: true,
  nssf: true,
  housing: true,
  nita: true,
}
