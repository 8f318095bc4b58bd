import events from '../../../../crates/text/locales/en/events.ftl?raw';
import illegal from '../../../../crates/text/locales/en/illegal.ftl?raw';
import position from '../../../../crates/text/locales/en/position.ftl?raw';
import records from '../../../../crates/text/locales/en/records.ftl?raw';
import review from '../../../../crates/text/locales/en/review.ftl?raw';
import server from '../../../../crates/text/locales/en/server.ftl?raw';
import terms from '../../../../crates/text/locales/en/terms.ftl?raw';

/** The part of the catalogue with which the core speaks of rules. */
export default [events, illegal, position, records, review, server, terms];
