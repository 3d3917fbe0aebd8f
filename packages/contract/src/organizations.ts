import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  byId,
  dataUrl,
  day,
  digits,
  email,
  flag,
  id,
  instant,
  kraPin,
  name,
  officePhone,
  optionalText,
  slice,
  text,
  website,
} from './fields.ts'
import { integration } from './integrations.ts'
import { limits } from './limits.ts'

export const organizationInput = z.object({
  name: name('Name'),
  address: text('Address', 200),
  phone: officePhone,
  email,
  website,
  pin_no: kraPin,
  nhif_no: optionalText('SHIF No', 40),
  nssf_no: optionalText('NSSF No', 40),
  bank_name: optionalText('Bank Name'),
  branch_name: optionalText('Branch Name'),
  account_no: digits('Account Number'),
})

const switches = { paye: flag, nhif: flag, nssf: flag, housing: flag, nita: flag }

/** The deduction switches and the trial are the product's to set here; sent values are ignored. */
export const registerInput = organizationInput.extend({
  ...z.object(switches).partial().shape,
  trial: z.number().optional(),
})

/** Letters in front of employee numbers; numbers given before keep theirs. */
const prefix = z
  .string('Employee Prefix is required.')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9]{1,8}$/, 'Employee Prefix has 1 to 8 letters or digits.')

export const statuses = ['active', 'deactivated'] as const

/** Only what is sent changes; the status is the platform operator's to change. */
export const organizationChange = organizationInput
  .extend({ employee_prefix: prefix, ...switches, work_saturday: flag, work_sunday: flag })
  .extend({ status: z.enum(statuses, 'Status is active or deactivated.') })
  .partial()

export const organization = z.object({
  id,
  name: z.string(),
  logo: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  website: z.string().nullable(),
  employee_prefix: z.string(),
  status: z.enum(statuses),
  created_at: instant,
  pin_no: z.string().nullable(),
  nhif_no: z.string().nullable(),
  nssf_no: z.string().nullable(),
  /** Bank data only for holders of `view organization` (A12). */
  bank_name: z.string().nullable(),
  branch_name: z.string().nullable(),
  account_no: z.string().nullable(),
  bank_code: z.string().nullable(),
  branch_code: z.string().nullable(),
  paye: z.boolean(),
  nhif: z.boolean(),
  nssf: z.boolean(),
  housing: z.boolean(),
  nita: z.boolean(),
  work_saturday: z.boolean(),
  work_sunday: z.boolean(),
  /** How its payslips look. */
  template_id: z.string(),
  light_color: z.string(),
  dark_color: z.string(),
  /** How it pays people: of each type the one in use, or else the last that was. */
  integrations: z.array(integration),
})
export type Organization = z.output<typeof organization>

/** Of the subscription: within the days in which somebody should call, or past. */
export const endings = ['soon', 'over'] as const
export const sorts = ['name', '-name', 'created_at', '-created_at', 'to', '-to'] as const

export const organizationListed = organization
  .pick({
    id: true,
    name: true,
    address: true,
    phone: true,
    email: true,
    status: true,
    created_at: true,
    bank_name: true,
    bank_code: true,
    integrations: true,
  })
  .extend({
    /** Of the subscription in force; none has begun yet where it is null. */
    package: z.string().nullable(),
    to: day.nullable(),
  })
export type OrganizationListed = z.output<typeof organizationListed>

export const bank = z.object({
  code: z.string(),
  name: z.string(),
  short: z.string(),
  also: z.array(z.string()),
  branches: z.array(z.object({ code: z.string(), name: z.string() })),
})

export const organizations = {
  get: endpoint({
    method: 'GET',
    path: 'organization',
    access: 'signed-in',
    summary: 'The organisation the session acts in.',
    response: organization,
  }),
  list: endpoint({
    method: 'GET',
    path: 'organizations',
    access: 'super-admin',
    needs: 'login',
    summary:
      'All organisations, for the platform operator; with offset, limit, search or a filter a ' +
      'slice, and in the header x-total-count how many there are.',
    query: slice.extend({
      status: z.enum(statuses).optional(),
      package: z.string().max(40).optional(),
      ends: z.enum(endings).optional(),
      sort: z.enum(sorts).optional(),
    }),
    response: z.array(organizationListed),
  }),
  register: endpoint({
    method: 'POST',
    path: 'organization/self',
    access: 'signed-in',
    needs: 'login',
    summary: 'Register the first organisation of the signed-in person.',
    body: registerInput,
    response: organization,
    success: 201,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'organization/:id',
    access: 'edit organization',
    needs: 'login',
    summary: 'Change your own organisation; the platform operator changes any, and its status.',
    params: byId,
    body: organizationChange,
    response: organization,
  }),
  logo: endpoint({
    method: 'PATCH',
    path: 'organization/update/logo',
    access: 'edit organization',
    summary: 'Set the logo.',
    body: z.object({ file: dataUrl('Logo', limits.logoBytes) }),
    response: organization,
  }),
  bankNames: endpoint({
    method: 'GET',
    path: 'bankNames',
    access: 'signed-in',
    needs: 'login',
    summary: 'Names of banks, and of the branches of each.',
    response: z.object({
      banks: z.array(z.string()),
      branches: z.record(z.string(), z.array(z.string())),
    }),
  }),
  banks: endpoint({
    method: 'GET',
    path: 'banks',
    access: 'signed-in',
    needs: 'login',
    summary: 'Banks and branches with their codes.',
    response: z.array(bank),
  }),
}
