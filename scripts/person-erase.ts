import { erasePerson } from '../apps/server/src/commands/person-erase.ts'
import { readArguments, withData } from './person.ts'
import { run } from './run.ts'

/** Makes a person anonymous once the legal period is over; figures, reports and log stay valid. */
await run(async () => {
  const usage =
    'npm run person:erase -- --organization ID --employee|--casual ID_OR_NUMBER --reason "WORDS"'
  const request = readArguments(usage, ['organization', 'employee', 'reason'])
  const { entries, files } = await withData((parts) => erasePerson(parts, request))
  console.log(`Erased: the person, the words of ${entries} log entries, ${files} files.`)
  console.log(
    'Backups from before still hold the person: delete them, or erase again after a restore.',
  )
})
