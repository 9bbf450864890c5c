import { Stewardship } from '#src/identity/domain/stewardship.ts';
import { IngestionJob, isActive } from '#src/ingestion/domain/job.ts';
import { GroupRecord } from '#src/records/groups/group.ts';
import { groupMemberKey } from '#src/records/groups/store/members.ts';
import { groupOutputKey } from '#src/records/groups/store/outputs.ts';
import { IssnRecord } from '#src/records/journals/journal.ts';
import { PublicationRecord } from '#src/records/publications/publication.ts';
import { decompress } from '#src/records/publications/store/compressed.ts';
import { maxAliasDepth } from '#src/records/publications/store/publications.ts';
import { keys, listRowKey } from '#src/table/keys.ts';
import type { Item, Key } from '#src/table/table.ts';

const addressOf = ({ pk, sk }: Key | Item) => `${pk} ${sk}`;

/**
 * Finds incomplete data: every record must have its rows and every row its record, aliases must lead to publications
 * and back, stored responses must be named by records, and related items must belong to a record or job.
 */
export function findInconsistencies(items: readonly Item[]): string[] {
  const byAddress = new Map(items.map((item) => [addressOf(item), item]));
  const has = (key: Key) => byAddress.has(addressOf(key));
  const faults: string[] = [];
  const claim = (isTrue: boolean, fault: string) => isTrue || faults.push(fault);
  for (const item of items) {
    const [kind = '', id = ''] = String(item.pk).split(/#(.*)/s);
    const isRecord = item.sk === 'RECORD';
    const collection = id.split('#')[0] ?? '';
    // Pairs and proposals have no record besides their row.
    if (kind === 'LIST' && ['DUPLICATE', 'PROPOSAL'].includes(collection)) continue;
    if (kind === 'LIST' && collection === 'GROUP_MEMBER' && item.sk !== '!EPOCH') {
      claim(has(groupMemberKey(String(item.sk))), `no member of the row ${addressOf(item)}`);
    } else if (kind === 'LIST' && collection === 'GROUP_OUTPUT' && item.sk !== '!EPOCH') {
      claim(has(groupOutputKey(String(item.sk))), `no groups of the row ${addressOf(item)}`);
    } else if ((kind === 'PERSON' || kind === 'STAFF') && item.sk === 'GROUPS') {
      claim(has(keys.groupMemberRow(String(item.id))), `no row of the member ${item.id}`);
      if (kind === 'PERSON') claim(has(keys.person(id)), `no person of the member ${id}`);
    } else if ((kind === 'PUB' || kind === 'WORK') && item.sk === 'GROUPS') {
      claim(has(keys.groupOutputRow(String(item.id))), `no row of the groups of ${item.id}`);
      claim(has({ pk: String(item.pk), sk: 'RECORD' }), `no record with the groups of ${item.id}`);
    } else if (kind === 'GROUP' && isRecord) {
      for (const email of stewardsIn(item)) {
        const held = byAddress.get(addressOf(keys.stewardship(email)));
        claim(held !== undefined && groupsIn(held).includes(id), `${email} has no rights for ${id}`);
      }
      claim(has(keys.groupRow(id)), `no row of the group ${id}`);
    } else if (kind === 'USER' && item.sk === keys.stewardship('').sk) {
      const user = byAddress.get(addressOf(keys.user(id)));
      claim(user !== undefined && user.id === item.user_id, `no user with the rights of ${id}`);
      for (const group of groupsIn(item)) {
        const record = byAddress.get(addressOf(keys.group(group)));
        claim(record !== undefined && stewardsIn(record).includes(id), `${group} does not know of its steward ${id}`);
      }
    } else if (kind === 'LIST' && item.sk !== '!EPOCH') {
      claim(has({ pk: `${collection}#${item.sk}`, sk: 'RECORD' }), `no record of the row ${addressOf(item)}`);
    } else if (kind === 'PUB' && isRecord && item.kind === 'alias') {
      let target: Item | undefined = item;
      // A merged publication stays the target of its aliases, and is one itself.
      for (let depth = 0; target?.kind === 'alias' && depth <= maxAliasDepth; depth++)
        target = byAddress.get(addressOf(keys.publication(String(target.canonical))));
      const { aliases } = target?.kind === 'publication' ? recordOf(target) : { aliases: [] as string[] };
      claim(aliases.includes(id), `the alias ${id} leads nowhere`);
    } else if (kind === 'PUB' && isRecord) {
      const { aliases, answer_hashes } = recordOf(item);
      claim(has(listRowKey('PUB', id)), `no row of ${id}`);
      for (const alias of aliases) claim(has(keys.publication(alias)), `no alias ${alias} of ${id}`);
      for (const [source, hash] of Object.entries(answer_hashes)) {
        const stored = byAddress.get(addressOf(keys.sourceAnswer(id, source, 0)));
        claim(stored?.hash === hash, `the response of ${source} for ${id} is not stored`);
      }
    } else if ((kind === 'WORK' || kind === 'PERSON') && isRecord) {
      claim(has(listRowKey(kind, id)), `no row of ${kind} ${id}`);
    } else if (kind === 'PERSON' && item.sk === 'JOB') {
      claim(has(keys.job(String(item.job_id))), `no job of the pointer of ${id}`);
    } else if (kind === 'JOB' && isRecord) {
      const job = IngestionJob.parse(item);
      const pointer = byAddress.get(addressOf(keys.latestJob(job.orcid_id)));
      if (isActive(job)) claim(pointer?.job_id === id && pointer.active === true, `no pointer to the active job ${id}`);
    } else if (kind === 'JOURNAL') {
      const { statements } = IssnRecord.parse(item);
      const isKept = statements.length > 0 || item.expiresAtSeconds !== undefined;
      claim(isKept, `nothing is said of the ISSN ${id}`);
      for (const { doi } of statements) claim(has(keys.publication(doi)), `no publication ${doi} for the ISSN ${id}`);
    } else if (kind === 'RELATED') {
      claim(has(keys.publication(String(item.sk))), `no record for ${addressOf(item)}`);
    } else if (['PUB', 'WORK', 'PERSON', 'JOB'].includes(kind)) {
      claim(has({ pk: String(item.pk), sk: 'RECORD' }), `no record for ${addressOf(item)}`);
    }
  }
  return faults;
}

const stewardsIn = (group: Item): string[] => GroupRecord.parse(group).stewards;
const groupsIn = (held: Item): string[] => Stewardship.parse(held).groups.map(({ group_id }) => group_id);

const recordOf = ({ body }: Item) => PublicationRecord.parse(decompress(body));
