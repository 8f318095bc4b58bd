import core from '../../../../crates/text/locales/ru/core.ftl?raw';
import games from '../../../../crates/text/locales/ru/games.ftl?raw';
import learn from '../../../../crates/text/locales/ru/learn.ftl?raw';
import options from '../../../../crates/text/locales/ru/options.ftl?raw';
import pages from '../../../../crates/text/locales/ru/pages.ftl?raw';
import results from '../../../../crates/text/locales/ru/results.ftl?raw';
import web from '../../../../crates/text/locales/ru/web.ftl?raw';

/** The part of the catalogue that the page itself says; the server says the rest. */
export default [core, games, learn, options, pages, results, web];
