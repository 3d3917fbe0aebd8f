import { contract } from '@mshahara/contract'
import { area } from '../../foundation/http/area.ts'
import { bind, crossing } from '../../foundation/http/bind.ts'
import { create, get } from './add.ts'
import { addFile, folder, papers, revokeFile } from './files.ts'
import { faults, importClients, template, upload } from './import.ts'

/** Organisations as the platform operator looks after them. */
export const clients = area('clients', {
  records: { organization_files: { kind: 'document', name: 'name' } },
  calls: bind(contract.clients, {
    get: crossing(get),
    create: crossing(create),
    addFile: crossing(addFile),
    revokeFile: crossing(revokeFile),
    upload: crossing(upload),
    faults: crossing(faults),
    template: crossing(template),
  }),
  jobs: [importClients],
  files: { [folder]: papers },
})
