import events from '../../../../crates/text/locales/ru/events.ftl?raw';
import illegal from '../../../../crates/text/locales/ru/illegal.ftl?raw';
import position from '../../../../crates/text/locales/ru/position.ftl?raw';
import records from '../../../../crates/text/locales/ru/records.ftl?raw';
import review from '../../../../crates/text/locales/ru/review.ftl?raw';
import server from '../../../../crates/text/locales/ru/server.ftl?raw';
import terms from '../../../../crates/text/locales/ru/terms.ftl?raw';

/** The part of the catalogue with which the core speaks of rules. */
export default [events, illegal, position, records, review, server, terms];
